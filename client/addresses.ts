// Where to send: a base URL that keeps the token safe, and paths whose values can't change their shape.

/** The base URL, checked: HTTPS, or HTTP on loopback, and nothing but a path behind the host. */
export function baseUrlOf(text: string): URL {
  const url = URL.parse(text);
  if (!url) throw new TypeError(`baseUrl must be a whole URL such as https://edgebrain.example, not ${text}`);
  const isSafe = url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
  if (!isSafe) throw new TypeError("baseUrl must begin with https:// (http:// only on loopback)");
  if (url.username || url.password || url.search || url.hash) {
    throw new TypeError("baseUrl must hold no credentials, query or fragment");
  }
  if (!url.pathname.endsWith("/")) url.pathname += "/";
  return url;
}

/** The URL of an endpoint: placeholders of the path filled, undefined parameters left out. */
export function urlOf(base: URL, template: string, path: Record<string, string>, parameters: object): URL {
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name]));
  const url = new URL(base.href + filled.replace(/^\//, ""));
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return url;
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(host);
}
