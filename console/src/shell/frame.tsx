// The frame of all pages: brand, agent, navigation, who is signed in, and the page itself.

import { useEffect, useRef, useState } from "preact/hooks";
import { PAGES, type Page, pagesFor } from "../pages.ts";
import { Badge, Button, Empty, Icon, Notice, Stored } from "../parts/index.ts";
import { go, href, usePlace } from "../routing.ts";
import { useSession } from "../session/session.ts";
import { PageView } from "./page-view.tsx";
import { ShortcutsHelp, useShortcuts } from "./shortcuts.tsx";
import { ThemeChoice } from "./theme-choice.tsx";

export function Frame() {
  const session = useSession();
  const place = usePlace();
  const pages = pagesFor(session.me);
  const page = pages.find(({ path }) => path === place.path) ?? (place.path === "" ? pages[0] : undefined);
  const [open, setOpen] = useState(false);
  const [help, setHelp] = useState(false);
  const main = useRef<HTMLElement>(null);
  useShortcuts(pages, () => setHelp(true));
  useEffect(() => setOpen(false), [place.path]);
  const first = useRef(true);
  useEffect(() => {
    document.title = `${page?.title ?? "Not here"} · EdgeBrain`;
    // Not at first: whoever has just come begins at the top.
    if (!first.current) main.current?.querySelector("h1")?.focus();
    first.current = false;
  }, [place.path]);
  return (
    <div class="frame">
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to the page
      </button>
      <header class="side">
        <div class="brand">
          <a href={href(pages[0].path)}>
            <img src="/console/icon.svg" alt="" width={28} height={28} />
            EdgeBrain
          </a>
          <Button
            class="menu"
            look="quiet"
            aria-expanded={open}
            aria-controls="navigation"
            onClick={() => setOpen(!open)}
          >
            Menu
          </Button>
        </div>
        <div id="navigation" class={open ? "open" : ""}>
          <AgentChoice />
          <Navigation pages={pages} current={page} />
          <Who help={() => setHelp(true)} />
        </div>
      </header>
      <main id="main" ref={main} tabIndex={-1}>
        {page ? <Heading page={page} /> : <NotHere path={place.path} />}
        {page && (page.about === "tenant" || session.agent !== null) && (
          <PageView key={`${page.path} ${page.about === "agent" ? session.agent : ""}`} page={page} />
        )}
        {page?.about === "agent" && session.agent === null && (
          <Empty title="There is no agent yet">
            <p>
              An owner makes one: <code>edgebrain agent create NAME</code>. Then sign in again.
            </p>
          </Empty>
        )}
      </main>
      {help && <ShortcutsHelp close={() => setHelp(false)} />}
    </div>
  );
}

function Heading({ page }: { readonly page: Page }) {
  const { agent } = useSession();
  return (
    <div class="heading">
      <h1 tabIndex={-1}>{page.title}</h1>
      <p>
        {page.says}
        {page.about === "agent" && agent !== null && (
          <>
            {" · "}
            <strong>
              <Stored text={agent} />
            </strong>
          </>
        )}
      </p>
    </div>
  );
}

function NotHere({ path }: { readonly path: string }) {
  const known = PAGES.some((page) => page.path === path);
  return (
    <>
      <div class="heading">
        <h1 tabIndex={-1}>Not here</h1>
      </div>
      <Notice kind="warning" title={known ? "Your token does not open this page" : "There is no such page"}>
        {known ? "It needs more rights than yours has: ask an owner." : "The navigation has all there are."}
      </Notice>
    </>
  );
}

function Navigation({ pages, current }: { readonly pages: readonly Page[]; readonly current?: Page }) {
  return (
    <nav aria-label="Pages">
      <ul>
        {pages.map((page) => (
          <li key={page.path}>
            <a href={href(page.path)} aria-current={page === current ? "page" : undefined}>
              <Icon path={page.icon} />
              {page.title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function AgentChoice() {
  const { agents, agent, choose } = useSession();
  if (agents.length === 0) return null;
  return (
    <label class="agent-choice">
      <span>Agent</span>
      <select
        value={agent ?? ""}
        onChange={(event) => {
          choose(event.currentTarget.value);
          // What the address says besides is about the agent of before.
          go(location.hash.replace(/^#\/?|\?.*$/g, ""), {}, true);
        }}
      >
        {agents.map((name) => (
          <option key={name} value={name} selected={name === agent}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

function Who({ help }: { readonly help: () => void }) {
  const { me, signOut } = useSession();
  return (
    <div class="who">
      <p>
        <Stored text={me.name ?? me.role} most={40} /> <Badge>{me.role}</Badge>
        {me.tenant && (
          <span class="fine">
            of <Stored text={me.tenant} />
          </span>
        )}
      </p>
      <ThemeChoice />
      <p class="links">
        <a href="/docs">API</a>
        <Button look="quiet" onClick={help} aria-keyshortcuts="?">
          Keys
        </Button>
        <Button look="quiet" onClick={() => signOut()}>
          Sign out
        </Button>
      </p>
    </div>
  );
}
