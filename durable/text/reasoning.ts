// Takes a model's reasoning out of a text: what stands between tags of reasoning was never said to anyone.

const OPEN = /<(think|thinking|reasoning|reflection|analysis)(?:\s[^>]{0,200})?>/i;

/** Without blocks of reasoning; one that is left open ends the text. */
export function withoutReasoning(text: string): string {
  let rest = text;
  let kept = "";
  for (let open = OPEN.exec(rest); open; open = OPEN.exec(rest)) {
    kept += rest.slice(0, open.index);
    const inside = rest.slice(open.index + open[0].length);
    const close = new RegExp(`</${open[1]}\\s*>`, "i").exec(inside);
    rest = close ? inside.slice(close.index + close[0].length) : "";
  }
  return kept + rest;
}
