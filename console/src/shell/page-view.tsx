// One page: its code is fetched when it is first opened. A page that fails takes nothing else down.

import { Component, type ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Page } from "../pages.ts";
import { Button, Notice, Skeleton } from "../parts/index.ts";

/** Fetches the view of each folder. */
const VIEWS = import.meta.glob<{ readonly default: ComponentType }>("../pages/*/view.tsx");

export function PageView({ page }: { readonly page: Page }) {
  const [View, setView] = useState<ComponentType>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    VIEWS[`../pages/${page.path}/view.tsx`]().then(
      ({ default: view }) => setView(() => view),
      () => setFailed(true),
    );
  }, [page.path]);
  if (failed)
    return (
      <Notice
        kind="bad"
        title="This page can't be fetched"
        actions={<Button onClick={() => location.reload()}>Load anew</Button>}
      >
        The network is away, or EdgeBrain was updated meanwhile.
      </Notice>
    );
  if (!View) return <Skeleton lines={6} />;
  return (
    <Guard>
      <View />
    </Guard>
  );
}

class Guard extends Component<object, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static override getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch(error: unknown): void {
    console.error(error);
  }

  override render() {
    if (this.state.error === undefined) return this.props.children;
    return (
      <Notice
        kind="bad"
        title="This page failed"
        actions={<Button onClick={() => this.setState({ error: undefined })}>Try again</Button>}
      >
        This is a defect of the console. What you did is kept where it was acknowledged.
      </Notice>
    );
  }
}
