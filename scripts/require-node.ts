// Says in one clear line when the Node that runs the tests is not the one this project pins.
// npm puts node_modules/.bin first, so an older Node here means that the `node` package did not install.

const WANTED = "24.";

if (!process.versions.node.startsWith(WANTED)) {
  console.error(
    `This runs on Node ${process.versions.node}, and needs Node 24 from node_modules/.bin. ` +
      "Run `npm ci` without --ignore-scripts, then start through npm: the package `node` brings it.",
  );
  process.exit(1);
}
