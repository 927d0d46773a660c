//! One searcher with its limits: a position in, an outcome out.

use std::sync::Arc;
use std::time::{Duration, Instant};

use chuhe_eval::nnue::Network;
use chuhe_movegen::Game;
use chuhe_movegen::rules::RuleSet;
use chuhe_search::{Info, Limits, Options, Outcome, Pool, Request, Searcher, Sink};

use crate::cli::SearchArgs;

/// How long a position is analysed when no limit is given.
const DEFAULT_TIME: Duration = Duration::from_secs(3);

/// How to analyse: the same for every position of a run.
#[derive(Clone)]
pub struct Plan {
    /// When to stop, for each position.
    pub limits: Limits,
    /// Rules, number of lines and the rest.
    pub options: Options,
    /// Threads for each position.
    pub threads: usize,
    /// Hash for each position, in MiB.
    pub hash_mib: usize,
    /// The network; none = the bootstrap evaluation.
    pub network: Option<Arc<Network>>,
}

impl Plan {
    /// The plan that the command line asks for, with its hash shared among `jobs` analysts.
    pub fn new(args: &SearchArgs, rules: RuleSet, multipv: usize, jobs: usize) -> anyhow::Result<Plan> {
        let movetime = args.movetime.map(Duration::from_millis);
        let has_limit = args.depth.is_some() || args.nodes.is_some() || movetime.is_some();
        let limits = Limits {
            depth: args.depth,
            nodes: args.nodes,
            movetime: if has_limit { movetime } else { Some(DEFAULT_TIME) },
            ..Limits::default()
        };
        let rounds = rules.rules().natural.rounds;
        let options = Options {
            multipv,
            // Nothing stands between the search and its clock here.
            move_overhead: Duration::ZERO,
            rules,
            natural_limit: (rounds > 0).then_some(2 * rounds),
            analyse: true,
            ..Options::default()
        };
        let network = Network::embedded()?;
        Ok(Plan { limits, options, threads: args.threads, hash_mib: (args.hash / jobs).max(1), network })
    }

    /// The plan with another time for each position where no limit is asked for.
    pub fn or_movetime(mut self, args: &SearchArgs, time: Duration) -> Plan {
        if args.depth.is_none() && args.nodes.is_none() && args.movetime.is_none() {
            self.limits.movetime = Some(time);
        }
        self
    }

    /// Whether the same position always gets the same answer.
    fn is_deterministic(&self) -> bool {
        self.threads == 1 && self.limits.movetime.is_none()
    }
}

/// Searches positions, one after another.
pub struct Analyst {
    plan: Plan,
    engine: Engine,
}

enum Engine {
    One(Box<Searcher>),
    Many(Pool),
}

impl Analyst {
    /// Reserves the hash.
    pub fn new(plan: Plan) -> Analyst {
        let engine = if plan.threads == 1 {
            Engine::One(Box::new(Searcher::new(plan.hash_mib, plan.network.clone())))
        } else {
            let mut pool = Pool::new(plan.threads, plan.hash_mib);
            pool.set_network(plan.network.clone());
            Engine::Many(pool)
        };
        Analyst { plan, engine }
    }

    /// Analyses the last position of a game. Every line found on the way goes to `watch`.
    ///
    /// Where the answer can be the same every time, it is: what was learnt before is forgotten first,
    /// so that neither the order of positions nor the number of jobs makes a difference.
    pub fn analyze(&mut self, game: &Game, watch: &mut (dyn FnMut(&Info) + Send)) -> Outcome {
        let mut request = Request::new(game.clone(), self.plan.limits);
        request.options = self.plan.options.clone();
        if self.plan.is_deterministic() {
            self.forget();
        }
        request.started = Instant::now();
        match &mut self.engine {
            Engine::One(searcher) => searcher.run_with(&request, &mut Watch(watch)),
            Engine::Many(pool) => watch_pool(pool, request, watch),
        }
    }

    fn forget(&mut self) {
        match &mut self.engine {
            Engine::One(searcher) => searcher.clear(),
            Engine::Many(pool) => pool.clear(),
        }
    }
}

struct Watch<'a>(&'a mut (dyn FnMut(&Info) + Send));

impl Sink for Watch<'_> {
    fn info(&mut self, info: &Info) {
        (self.0)(info);
    }
}

/// Sends what a pool's search finds to the thread that waits for it.
struct Forward(crossbeam_channel::Sender<Info>);

impl Sink for Forward {
    fn info(&mut self, info: &Info) {
        // Nobody listens any more only if the waiting thread is gone.
        let _ = self.0.send(info.clone());
    }
}

fn watch_pool(pool: &mut Pool, request: Request, watch: &mut (dyn FnMut(&Info) + Send)) -> Outcome {
    let (sender, lines) = crossbeam_channel::unbounded();
    let started = request.started;
    pool.go(request, Box::new(Forward(sender)));
    // The channel closes when the search drops its sink.
    lines.iter().for_each(|info| watch(&info));
    pool.wait().unwrap_or_else(|| Outcome {
        best: None,
        ponder: None,
        lines: Vec::new(),
        nodes: 0,
        time: started.elapsed(),
    })
}
