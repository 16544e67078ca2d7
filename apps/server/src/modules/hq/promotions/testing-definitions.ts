import type { DefinitionItem } from '../../../entity/index.ts'
import type { TestHq } from '../../../testing/test-hq.ts'

interface DefinitionsAnswer {
  items: DefinitionItem[]
  refused?: object
}

/** Asks a project's site for its definitions, as HQ does. */
export async function askDefinitions(hq: TestHq, id: string, order: object): Promise<DefinitionsAnswer> {
  const { instanceSecret, port } = await hq.project(id)
  const response = await fetch(`http://127.0.0.1:${port}/api/internal/definitions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${instanceSecret}`, 'content-type': 'application/json' },
    body: JSON.stringify(order),
  })
  return (await response.json()) as DefinitionsAnswer
}
