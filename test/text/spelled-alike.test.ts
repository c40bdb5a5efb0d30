// Names that are one in two spellings, and names that only look alike.

import { describe, expect, it } from "vitest";
import { areSpelledAlike } from "../../durable/text/spelled-alike.ts";

describe("names", () => {
  it.each([
    ["data platform", "Data-Platform"],
    ["Port Office", "PortOffice"],
    ["O'Brien", "O’Brien"],
    ["release note", "release notes"],
    ["API", "APIs"],
    ["Kubernetes cluster", "Kuberentes cluster"],
    ["Kubernetes", "Kubbernetes"],
    ["Room 12", "room-12"],
  ])("[EN10] %s and %s are one in two spellings", (a, b) => {
    expect([areSpelledAlike(a, b), areSpelledAlike(b, a)]).toEqual([true, true]);
  });

  it.each([
    ["Team A", "Team B"],
    ["Project X", "Project Y"],
    ["C", "C++"],
    ["C++", "C#"],
    ["F", "F#"],
    [".NET", "NET"],
    ["Grade A", "Grade A-"],
    ["Uu works at", "Uu works for"],
    ["Anna Müller", "Anne Müller"],
    ["Christina Weber", "Christine Weber"],
    ["Christiane Weber", "Christine Weber"],
    ["Lars Petersen", "Lars Peterson"],
    ["Robert Peter", "Robert Peters"],
    ["data-platform-eu", "data-platform-us"],
    ["Type I", "Type II"],
    ["first gate", "second gate"],
    ["gate one", "gate two"],
    ["left bank", "right bank"],
    ["Room 12", "Room 14"],
    ["Room 1-12", "Room 11-2"],
    ["v1.2", "v12"],
    ["第一会议室", "第二会议室"],
    ["symmetric key", "asymmetric key"],
  ])("[EN10] %s and %s are two", (a, b) => {
    expect([areSpelledAlike(a, b), areSpelledAlike(b, a)]).toEqual([false, false]);
  });
});
