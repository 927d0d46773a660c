"use strict";
for (const game of document.querySelectorAll("section.game")) {
  const all = (selector) => [...game.querySelectorAll(selector)];
  const boards = all(".board"), details = all(".detail"), moves = all(".moves button");
  const cursor = game.querySelector(".cursor"), graph = game.querySelector(".graph");
  const last = boards.length - 1;
  let current = 0;

  const show = (wanted) => {
    current = Math.max(0, Math.min(last, wanted));
    const mark = (element) => element.classList.toggle("current", Number(element.dataset.ply) === current);
    [...boards, ...details, ...moves].forEach(mark);
    const x = graph.viewBox.baseVal.width * (last > 0 ? current / last : 0);
    cursor.setAttribute("x1", x);
    cursor.setAttribute("x2", x);
    // Only the list scrolls, never the page.
    const move = moves.find((element) => Number(element.dataset.ply) === current);
    const list = game.querySelector(".moves");
    if (move) list.scrollTop = move.offsetTop - list.offsetTop - list.clientHeight / 2;
    game.dataset.current = current;
  };

  game.addEventListener("click", (event) => {
    const ply = event.target.closest("[data-ply]"), step = event.target.closest("[data-step]");
    if (step) show({ first: 0, back: current - 1, next: current + 1, last }[step.dataset.step]);
    else if (ply && !ply.matches(".board, .detail")) show(Number(ply.dataset.ply));
  });
  game.addEventListener("keydown", (event) => {
    const wanted = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: last }[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    show(wanted);
  });
  show(0);
}
document.querySelector("section.game")?.focus();
