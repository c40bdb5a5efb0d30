// The browser that comes with the install; it is for Linux on x64, elsewhere Chrome is used as it is installed.

import Chromium from "@sparticuz/chromium";
import type { LaunchOptions } from "playwright-core";

/** Draws without a graphics card, WebGL too. */
const ARGUMENTS = [
  "--no-sandbox",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  "--ignore-gpu-blocklist",
  "--font-render-hinting=none",
];

export async function browserOptions(): Promise<LaunchOptions> {
  const comes = process.platform === "linux" && process.arch === "x64";
  const installed = comes ? { executablePath: await Chromium.executablePath() } : { channel: "chrome" };
  return { ...installed, args: ARGUMENTS, headless: true };
}
