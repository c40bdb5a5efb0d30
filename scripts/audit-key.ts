// Prints the audit key that a worker without AUDIT_KEY derives from its operator's token, which comes on standard input.
// For the day on which that token is changed: the chains go on only under the key that they were made with.

import fs from "node:fs";
import { auditKeyFrom } from "../audit/key.ts";
import "./require-node.ts";

const token = fs.readFileSync(0, "utf8").trim();
const key = auditKeyFrom(undefined, token);

if (key) console.log(Buffer.from(key).toString("hex"));
else {
  console.error("send the operator's token on standard input: … < file");
  process.exitCode = 2;
}
