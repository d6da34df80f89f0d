// The pages' content policy allows no code made of text; without this, schemas try whether they may and are reported.
// The schema library reads its settings here when it is loaded; to import it for them would load it on every page.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
