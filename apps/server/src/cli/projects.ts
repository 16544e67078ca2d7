import { readProject } from '../modules/hq/rows.ts'
import type { Site } from '../site.ts'

/** Resolves to a line with the address of the demo project once it runs or has failed; undefined without one. */
export async function demoLine({ config, engine }: Site): Promise<string | undefined> {
  const model = engine.models.get('Project')
  if (!model || !config.apps.includes('sample')) return undefined
  if (!(await engine.rows(model).exists(engine.store, 'demo'))) return undefined
  return new Promise((resolve) => {
    const settle = (line: string | undefined) => {
      stopListening()
      resolve(line)
    }
    const check = async () => {
      const { status, stagingUrl = '', lastError = '' } = await readProject(engine, 'demo')
      if (status === 'Running') settle(`  Demo      ${stagingUrl} (the same people, with the same password)\n`)
      if (status === 'Failed') settle(`  Demo      failed: ${lastError}\n`)
      // A user stopped it earlier, so it stays stopped.
      if (status === 'Stopped') settle(undefined)
    }
    const stopListening = engine.listen(({ entity, id }) => {
      if (entity === 'Project' && id === 'demo') check().catch(() => settle(undefined))
    })
    check().catch(() => settle(undefined))
  })
}
