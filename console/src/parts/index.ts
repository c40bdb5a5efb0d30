// The parts that pages are made of.

export { Who } from "./author.tsx";
export { Button } from "./button.tsx";
export { Confirm, Dialog } from "./dialog.tsx";
export { Empty } from "./empty.tsx";
export { Badge, Facts, Figure, Figures, Icon, Panel, When } from "./facts.tsx";
export { Area, Check, Choice, Field } from "./field.tsx";
export { FilteredList, useFilters } from "./filtered-list.tsx";
export { Pager, Shown, Skeleton } from "./loading.tsx";
export { Failed, Notice } from "./notice.tsx";
export { bytesOf, Progress } from "./progress.tsx";
export { Stored, StoredBlock } from "./stored.tsx";
export { type Column, Table } from "./table.tsx";
export { type Tab, Tabs } from "./tabs.tsx";
export { useToast } from "./toast.tsx";
export { type Deed, Undoable } from "./undoable.tsx";
