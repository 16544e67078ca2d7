import { readProject } from '../modules/hq/rows.ts'
import type { Site } from '../site.ts'

/** Resolves to the line that says where the demo project is, as soon as it runs or has failed; undefined where there is none. */
export async function demoLine({ config, engine }: Site): Promise<string | undefined> {
  const model = engine.models.get('Project')
  if (!model || !config.apps.includes('sample')) return undefined
  if (!(await engine.rows(model).exists(engine.store, 'demo'))) return undefined
  return new Promise((resolve) => {
    const settle = (line: string | undefined) => {
      stopListening()
      resolve(line)
    }
    const look = async () => {
      const { status, stagingUrl = '', lastError = '' } = await readProject(engine, 'demo')
      if (status === 'Running') settle(`  Demo      ${stagingUrl} (the same people, with the same password)\n`)
      if (status === 'Failed') settle(`  Demo      failed: ${lastError}\n`)
      // Somebody stopped it earlier, and so it stays.
      if (status === 'Stopped') settle(undefined)
    }
    const stopListening = engine.listen(({ entity, id }) => {
      if (entity === 'Project' && id === 'demo') look().catch(() => settle(undefined))
    })
    look().catch(() => settle(undefined))
  })
}
