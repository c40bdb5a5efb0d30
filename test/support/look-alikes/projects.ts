// Facts of one project each, in eight languages, with what is said later: other things that mention the project, and another value
// of one fact.

export interface ProjectFacts {
  readonly facts: readonly string[];
  /** They mention the project, and change nothing of it. */
  readonly mentions: readonly string[];
  readonly changed: { readonly from: string; readonly to: string };
}

export const PROJECTS: Readonly<Record<string, ProjectFacts>> = {
  English: {
    facts: [
      "The database of the project is Postgres",
      "The owner of the project is Robin",
      "The region of the project is Frankfurt",
      "The licence of the project is MIT",
      "The API of the project listens on port 8443",
      "The website of the project listens on port 8080",
      "The queue of the project is RabbitMQ",
      "The cache of the project is Redis",
      "The project is written in Rust",
      "The tests of the project take 9 minutes",
      "The budget of the project is 40,000 euro",
      "The project began in March 2024",
      "The logo of the project is a heron",
      "The logs of the project are kept for 30 days",
      "The backups of the project are kept for 90 days",
      "The project is deployed on Tuesdays",
      "The project is reviewed on Thursdays",
      "The website is located in the region Frankfurt",
      "The archive is located in the region Dublin",
      "The designer of the project works at Studio Nord",
      "The translator of the project works at Lingua Haus",
      "The project needs 2 reviewers for a change",
      "The project has 14 contributors",
      "The mailing list of the project has 300 readers",
      "The staging server of the project has 8 cores",
      "The production server of the project has 32 cores",
      "The certificate of the project ends on 2027-03-01",
      "The contract of the project ends on 2027-06-30",
      "The project uses trunk-based branches",
      "The project does not use feature flags",
      "The project pays for the search service",
      "The search service of the project is Meili",
      "The project sends mail through its own relay",
      "The pager of the project rotates every Monday",
      "The manual of the project is in English",
      "The roadmap of the project is public",
      "The issue tracker of the project is private",
      "The container images of the project are signed",
      "The minimum version of Node for the project is 24",
      "The style guide of the project asks for short names",
    ],
    mentions: [
      "The mobile app of the project uses the same region as the website",
      "The owner of the design system is Kim",
    ],
    changed: { from: "The database of the project is Postgres", to: "The database of the project is MySQL" },
  },
  German: {
    facts: [
      "Die Datenbank des Projekts ist Postgres",
      "Die Region des Projekts ist Frankfurt",
      "Die Lizenz des Projekts ist MIT",
      "Die Schnittstelle des Projekts hört auf Port 8443",
      "Das Budget des Projekts ist 40.000 Euro",
      "Die Tests des Projekts dauern 9 Minuten",
      "Das Projekt wird am Dienstag ausgeliefert",
      "Das Projekt braucht 2 Prüfer",
    ],
    mentions: [
      "Die App des Projekts nutzt dieselbe Region wie die Webseite",
      "Die Farben des Entwurfs sind Blau und Grau",
    ],
    changed: {
      from: "Das Budget des Projekts ist 40.000 Euro",
      to: "Das Budget des Projekts ist 50.000 Euro",
    },
  },
  French: {
    facts: [
      "La base de données du projet est Postgres",
      "La région du projet est Francfort",
      "La licence du projet est MIT",
      "Le budget du projet est de 40 000 euros",
      "Les tests du projet durent 9 minutes",
      "Le projet est livré le mardi",
      "Le projet demande 2 relecteurs",
    ],
    mentions: [
      "L'application du projet utilise la même région que le site",
      "La couleur de la charte est le bleu",
    ],
    changed: { from: "Le projet est livré le mardi", to: "Le projet est livré le jeudi" },
  },
  Spanish: {
    facts: [
      "La base de datos del proyecto es Postgres",
      "La región del proyecto es Fráncfort",
      "La licencia del proyecto es MIT",
      "El presupuesto del proyecto es de 40.000 euros",
      "Las pruebas del proyecto duran 9 minutos",
      "El proyecto se publica los martes",
    ],
    mentions: ["La aplicación del proyecto usa la misma región que la web", "El color de la marca es azul"],
    changed: { from: "La licencia del proyecto es MIT", to: "La licencia del proyecto es Apache" },
  },
  Russian: {
    facts: [
      "База данных проекта — Postgres",
      "Регион проекта — Франкфурт",
      "Лицензия проекта — MIT",
      "Бюджет проекта составляет 40 000 евро",
      "Тесты проекта идут 9 минут",
      "Проект выпускают по вторникам",
    ],
    mentions: ["Приложение проекта использует тот же регион, что и сайт", "Цвет оформления — синий"],
    changed: { from: "Тесты проекта идут 9 минут", to: "Тесты проекта идут 12 минут" },
  },
  Chinese: {
    facts: [
      "这个项目的数据库是Postgres",
      "这个项目的部署区域是法兰克福",
      "这个项目的许可证是MIT",
      "这个项目的预算是40000欧元",
      "这个项目的测试需要9分钟",
      "这个项目每周二发布新版本",
    ],
    mentions: ["这个项目的手机应用和网站在同一个区域", "设计系统的负责人是小林"],
    changed: { from: "这个项目的预算是40000欧元", to: "这个项目的预算是50000欧元" },
  },
  Japanese: {
    facts: [
      "プロジェクトのデータベースはPostgresです",
      "プロジェクトのリージョンはフランクフルトです",
      "プロジェクトのライセンスはMITです",
      "プロジェクトの予算は40000ユーロです",
      "プロジェクトのテストは9分かかります",
    ],
    mentions: [
      "プロジェクトのアプリはサイトと同じリージョンを使います",
      "デザインの色は青です。変わりません",
    ],
    changed: { from: "プロジェクトのテストは9分かかります", to: "プロジェクトのテストは12分かかります" },
  },
  Korean: {
    facts: [
      "프로젝트의 데이터베이스는 Postgres입니다",
      "프로젝트의 리전은 프랑크푸르트입니다",
      "프로젝트의 라이선스는 MIT입니다",
      "프로젝트의 예산은 40000유로입니다",
      "프로젝트의 테스트는 9분 걸립니다",
    ],
    mentions: ["프로젝트의 앱은 사이트와 같은 리전을 씁니다", "디자인의 색은 파란색으로 정했습니다"],
    changed: { from: "프로젝트의 테스트는 9분 걸립니다", to: "프로젝트의 테스트는 12분 걸립니다" },
  },
};
