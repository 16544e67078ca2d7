// Plain JavaScript, so that an older Node prints this message instead of failing on the first type.
if (Number(process.versions.node.split('.', 1)[0]) < 26) {
  console.error(
    `Tavla runs on Node 26, which comes with its packages, but this is Node ${process.versions.node}: run "npm ci", then start it through npm (npm start, npm test).`,
  )
  process.exit(1)
}
const { run } = await import('./run.ts')
await run(process.argv.slice(2))
