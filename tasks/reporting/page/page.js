"use strict";
// Citations open cards, and the evidence can be sorted and filtered. Without this script the page has all of it in lists.
(() => {
  const dialog = document.getElementById("card");
  const name = dialog.querySelector("#card-name");
  const body = dialog.querySelector(".body");

  const make = (tag, kind, text) => {
    const made = document.createElement(tag);
    if (kind) made.className = kind;
    if (text) made.textContent = text;
    return made;
  };

  const list = (kind, label, items) => {
    const box = make("div", kind);
    box.append(make("p", "label", label));
    const shown = make("ul", "passages");
    shown.append(...items);
    box.append(shown);
    return box;
  };

  // The findings of a work by number: the rows of the evidence that are its own, and those that only its entry has.
  const passages = (reference) => {
    const found = [];
    const [first, last] = (reference.dataset.findings || "1 0").split(" ").map(Number);
    for (let number = first; number <= last; number += 1) {
      const cells = document.getElementById("finding-" + number).cells;
      const item = make("li");
      for (const part of cells[2].childNodes) item.append(part.cloneNode(true));
      const [where, kind] = [...cells].slice(-3).map((cell) => cell.textContent);
      item.append(make("p", "place", `${kind}, ${where}`));
      found.push([String(number), item]);
    }
    for (const item of reference.querySelectorAll(".passages li")) {
      const copy = item.cloneNode(true);
      copy.removeAttribute("id");
      found.push([item.id.slice(8), copy]);
    }
    return found;
  };

  // A card is the reference's entry in the list, with what the citation rests on first.
  const fill = (reference, findings) => {
    name.textContent = reference.dataset.name;
    body.replaceChildren();
    for (const part of reference.querySelectorAll(":scope > .entry, :scope > .marks")) body.append(part.cloneNode(true));
    const cited = [];
    const others = [];
    for (const [number, passage] of passages(reference)) (findings.has(number) ? cited : others).push(passage);
    if (cited.length) body.append(list("rests", "The words this rests on", cited));
    const told = [...reference.querySelectorAll(".told")].map((part) => part.cloneNode(true));
    if (told.length && told[0].textContent.startsWith("Summary")) body.append(told.shift());
    if (others.length) body.append(list("quoted", cited.length ? "Other findings of it" : "In its own words", others));
    body.append(...told);
    body.scrollTop = 0;
  };

  const open = (key, findings) => {
    const reference = document.getElementById("ref-" + key);
    if (!reference) return false;
    fill(reference, new Set(findings ? findings.split(" ") : []));
    if (!dialog.open) dialog.showModal();
    name.focus();
    return true;
  };

  document.addEventListener("click", (event) => {
    if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = event.target.closest("a.cite");
    const dot = event.target.closest("[data-work]");
    if (link && open(link.hash.slice(5), link.dataset.findings)) event.preventDefault();
    else if (dot) open(dot.dataset.work, "");
  });
  dialog.querySelector(".close").addEventListener("click", () => dialog.close());
  // The dialog fills its box, so a click on itself is one on what surrounds it.
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  for (const link of document.querySelectorAll("a.cite")) link.setAttribute("aria-haspopup", "dialog");
  if (matchMedia("(max-width: 66rem)").matches) document.querySelector(".contents details").open = false;

  const table = document.querySelector("table.evidence");
  if (!table) return;
  const rows = [...table.tBodies[0].rows].map((row) => ({ row, text: row.textContent.toLowerCase() }));
  const compare = new Intl.Collator("en", { numeric: true, sensitivity: "base" }).compare;
  const value = (cell) => cell.dataset.value || cell.textContent;

  const sort = (head) => {
    const place = head.cellIndex;
    const down = head.getAttribute("aria-sort") === "ascending";
    for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    const numeric = head.dataset.sort === "number";
    const by = (a, b) => (numeric ? (Number(a) || 0) - (Number(b) || 0) : compare(a, b));
    const keyed = rows.map((each) => ({ each, key: value(each.row.cells[place]) }));
    keyed.sort((a, b) => (down ? by(b.key, a.key) : by(a.key, b.key)));
    table.tBodies[0].append(...keyed.map(({ each }) => each.row));
  };
  for (const head of table.tHead.rows[0].cells) {
    const button = make("button");
    button.type = "button";
    button.append(...head.childNodes);
    button.addEventListener("click", () => sort(head));
    head.append(button);
  }

  const form = document.querySelector("form.filters");
  const shown = form.querySelector(".shown");
  const filter = () => {
    const words = form.elements.words.value.toLowerCase().split(/\s+/).filter(Boolean);
    const theme = form.elements.theme.value;
    const kind = form.elements.kind.value;
    let count = 0;
    for (const { row, text } of rows) {
      const fits = words.every((word) => text.includes(word)) &&
        (!theme || row.dataset.themes.split(" ").includes(theme)) && (!kind || row.cells[row.cells.length - 2].textContent === kind);
      row.hidden = !fits;
      count += fits;
    }
    shown.textContent = count === rows.length ? `${count} findings` : `${count} of ${rows.length} findings`;
  };
  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.hidden = false;
  filter();
})();
