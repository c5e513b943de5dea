"use strict";
// Shows one work at a time and sends verdicts. Each has its id before it is sent and stays in this browser until the server
// says that it is kept, so that what is sent again after a lost connection, or to a server started anew, counts once.
(() => {
  const at = (id) => document.getElementById(id);
  const token = new URLSearchParams(location.search).get("token") || "";
  const unsent = "litreview " + document.documentElement.dataset.review + " ";
  const verdicts = { i: "include", e: "exclude", u: "unsure" };
  let who = sessionStorage.getItem("who") || "";
  let mode = "queue";
  let view = null;
  let busy = false;

  const say = (text) => { at("status").textContent = text; };
  const wait = (seconds) => new Promise((done) => setTimeout(done, 1000 * seconds));
  const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

  const ask = async (path, body) => {
    const options = { headers: { "X-Litreview-Token": token }, cache: "no-store", credentials: "omit" };
    if (body) {
      options.method = "POST";
      options.headers["Content-Type"] = "application/json";
      options.body = JSON.stringify(body);
    }
    const answer = await fetch("/api/" + path, options);
    const told = await answer.json();
    if (!answer.ok) throw Object.assign(new Error(told.error), { told: told.error, status: answer.status });
    return told;
  };

  // Returns what the server answers, however often it must be asked; a refusal is told, and nothing is returned.
  const insist = async (path, body) => {
    for (;;) {
      try {
        const told = await ask(path, body);
        say("");
        return told;
      } catch (problem) {
        if (problem.status === 403) {
          say("This address is no longer valid. Open the one that litreview printed last: what is not saved is sent then.");
          return null;
        }
        if (problem.status < 500) {
          say(problem.told[0].toUpperCase() + problem.told.slice(1) + ".");
          return undefined;
        }
        say("Not saved yet: " + (problem.told || "the server does not answer") + ". It is tried again; leave this page open.");
        await wait(1);
      }
    }
  };

  const send = async (path, body) => {
    localStorage.setItem(unsent + body.id, JSON.stringify({ path, body }));
    const told = await insist(path, body);
    if (told !== null) localStorage.removeItem(unsent + body.id);
    return told;
  };

  const sendWhatIsLeft = async () => {
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith(unsent))) {
      const { path, body } = JSON.parse(localStorage.getItem(key));
      await send(path, body);
    }
  };

  const fill = (place, parts) => {
    place.replaceChildren(...parts.map(([text, marked]) => {
      if (!marked) return document.createTextNode(text);
      const mark = document.createElement("mark");
      mark.textContent = text;
      return mark;
    }));
  };

  const list = (place, lines) => {
    place.replaceChildren(...lines.map((line) => {
      const item = document.createElement("li");
      item.textContent = line;
      return item;
    }));
  };

  const offerCriteria = () => {
    const choices = [{ id: "", text: "none" }, ...view.criteria];
    at("choices").replaceChildren(...choices.map((one, number) => {
      const label = document.createElement("label");
      const radio = document.createElement("input");
      radio.type = "radio";
      radio.name = "criterion";
      radio.value = one.id;
      radio.checked = !number;
      const key = document.createElement("kbd");
      key.textContent = number;
      label.append(radio, " ", ...(number < 10 ? [key, " "] : []), one.text);
      return label;
    }));
    at("criteria").hidden = !view.criteria.length;
    at("legend").textContent = mode === "texts" ? "Reason of an exclusion (a digit chooses it; there must be one)"
      : "Criterion of an exclusion (digits choose, 0 none)";
  };

  const showProgress = (told) => {
    list(at("progress"), told.progress);
    list(at("agreement"), told.agreement.length ? told.agreement : ["Told once two of you have judged the same works."]);
    list(at("search"), told.search);
    at("bar").max = Math.max(1, told.judged + told.left);
    at("bar").value = told.judged;
    at("to-conflicts").textContent = "Conflicts (" + told.conflicts + ")";
    at("to-texts").textContent = "Full texts (" + told.texts + ")";
  };

  const show = (told) => {
    view = told;
    for (const id of ["modes", "aside", "person"]) at(id).hidden = false;
    at("entry").hidden = true;
    at("person").textContent = "You: " + told.who;
    for (const one of ["queue", "conflicts", "texts"]) at("to-" + one).setAttribute("aria-pressed", mode === one);
    showProgress(told);
    const after = told.after;
    at("after").hidden = !after;
    if (after) {
      const lines = document.createElement("ul");
      list(lines, after.said);
      const head = document.createElement("p");
      head.textContent = "You: " + after.verdict + " · " + after.title;
      at("after").replaceChildren(head, lines);
    }
    const work = told.work;
    for (const id of ["work", "verdict"]) at(id).hidden = !work;
    at("nothing").hidden = Boolean(work);
    at("nothing").textContent = { conflicts: "No conflict is open.", texts: "No full text is left for you to judge." }[mode]
      || "Nothing is left for you to judge.";
    at("undo").hidden = !told.last;
    if (told.last) at("undo").textContent = "Undo (z): " + told.last.verdict + " · " + told.last.title.slice(0, 80);
    at("note").value = "";
    if (!work) return;
    fill(at("title"), work.title);
    at("source").textContent = work.source + (work.doi ? " · doi:" + work.doi : "");
    fill(at("abstract"), work.abstract.length ? work.abstract : [["(no abstract)", false]]);
    at("text").hidden = !work.pages.length;
    at("text").open = false;
    at("pages").replaceChildren(...work.pages.map((parts, number) => {
      const page = document.createElement("section");
      const head = document.createElement("h3");
      const body = document.createElement("p");
      head.textContent = "Page " + (number + 1);
      fill(body, parts);
      page.append(head, body);
      return page;
    }));
    const mine = told.mine ? ["You: " + told.mine] : [];
    list(at("said"), [...mine, ...told.said]);
    at("agreeing").hidden = !told.may_agree;
    document.querySelector("[data-key=b]").disabled = !told.previous;
    offerCriteria();
    at("title").focus();
  };

  const once = async (action) => {
    if (busy) return;
    busy = true;
    document.body.setAttribute("aria-busy", "true");
    try {
      const told = await action();
      if (told) show(told);
      else if (told === undefined) {
        const fresh = await look();
        const refusal = at("status").textContent;
        if (fresh) { show(fresh); say(refusal); }
      }
    } finally {
      busy = false;
      document.body.removeAttribute("aria-busy");
    }
  };

  const look = (work) => ask("view?" + new URLSearchParams({ who, mode, work: work || "" })).catch(() => null);
  const judge = (verdict, kind) => {
    const chosen = (document.querySelector("[name=criterion]:checked") || { value: "" }).value;
    if (mode === "texts" && verdict === "exclude" && !chosen) {
      say("At full text an exclusion names its reason: press its digit, then e.");
      return null;
    }
    return once(() => send("verdict", {
      id: newId(), who, mode, kind, verdict, work: view.work.id, note: at("note").value,
      criterion: verdict === "exclude" ? chosen : "",
    }));
  };
  const undo = () => once(() => send("undo", { id: newId(), who, mode, withdraws: view.last.id }));
  const skip = () => once(() => insist("skip", { who, mode, work: view.work.id }));
  const back = () => once(() => insist("view?" + new URLSearchParams({ who, mode, work: view.previous })));
  const turn = (to) => { mode = to; return once(() => insist("view?" + new URLSearchParams({ who, mode, work: "" }))); };

  const press = (key) => {
    if (!view || busy) return false;
    const work = view.work;
    if (key === "x") turn(mode === "queue" ? "conflicts" : "queue");
    else if (key === "f") turn(mode === "texts" ? "queue" : "texts");
    else if (key === "z" && view.last) undo();
    else if (!work) return false;
    else if (verdicts[key]) judge(verdicts[key], mode === "conflicts" ? "third" : "own");
    else if ((key === "c" || key === "d") && view.may_agree) judge(key === "c" ? "include" : "exclude", "consensus");
    else if (key === "s") skip();
    else if (key === "b" && view.previous) back();
    else if (key === "n") at("note").focus();
    else if (key === "o" && work.pages.length) at("text").open = !at("text").open;
    else if (/^\d$/.test(key) && at("choices").children[key]) at("choices").children[key].querySelector("input").checked = true;
    else return false;
    return true;
  };

  document.addEventListener("keydown", (event) => {
    const typing = event.target.matches("input:not([type=radio])");
    if (typing && (event.key === "Escape" || (event.key === "Enter" && event.target.id === "note"))) {
      event.preventDefault();
      at("title").focus();
      return;
    }
    if (typing || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (press(event.key.toLowerCase())) event.preventDefault();
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-key]");
    if (button && !button.disabled) press(button.dataset.key);
  });
  at("verdict").addEventListener("submit", (event) => event.preventDefault());
  at("to-queue").addEventListener("click", () => turn("queue"));
  at("to-conflicts").addEventListener("click", () => turn("conflicts"));
  at("to-texts").addEventListener("click", () => turn("texts"));

  const begin = () => once(async () => {
    await sendWhatIsLeft();
    const told = await insist("enter", { who });
    if (!told) {
      at("name").focus();
      sessionStorage.removeItem("who");
      return null;
    }
    who = told.who;
    sessionStorage.setItem("who", who);
    return told;
  });
  at("entry").addEventListener("submit", (event) => {
    event.preventDefault();
    who = at("name").value;
    begin();
  });
  // What the others do meanwhile.
  setInterval(async () => {
    if (!view || busy || document.hidden) return;
    const told = await ask("progress?" + new URLSearchParams({ who })).catch(() => null);
    if (!told || busy) return;
    if (!view.work && { queue: told.left, conflicts: told.conflicts, texts: told.texts }[mode]) turn(mode);
    else showProgress(told);
  }, 3000);
  if (who) begin();
  else at("name").focus();
})();
