// Where to send: a base URL that keeps the token safe, and paths whose values can't change their shape.

/** The base URL, checked: HTTPS, or HTTP on loopback, and nothing but a path behind the host. */
export function baseUrlOf(text: string): URL {
  // Not `URL.parse`: the command line runs on Node 20.
  if (!URL.canParse(text))
    throw new TypeError(`baseUrl must be a whole URL such as https://edgebrain.example, not ${text}`);
  const url = new URL(text);
  const isSafe = url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
  if (!isSafe) throw new TypeError("baseUrl must begin with https:// (http:// only on loopback)");
  if (url.username || url.password || url.search || url.hash) {
    throw new TypeError("baseUrl must hold no credentials, query or fragment");
  }
  if (!url.pathname.endsWith("/")) url.pathname += "/";
  return url;
}

/** The URL of an endpoint: values with a placeholder in the path go there, the others are query parameters. */
export function urlOf(base: URL, template: string, values: Readonly<Record<string, unknown>>): URL {
  const rest = new Map(Object.entries(values).filter(([, value]) => value !== undefined));
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest.get(name);
    rest.delete(name);
    return encodeURIComponent(String(value));
  });
  const url = new URL(base.href + path.replace(/^\//, ""));
  for (const [name, value] of rest) url.searchParams.set(name, String(value));
  return url;
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(host);
}
