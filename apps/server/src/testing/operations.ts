import type { Answer, TestSite } from './test-site.ts'

/** The id of the operation under which a call wrote. */
export const operationIdOf = ({ headers }: Answer): string => String(headers['operation-id'])

/** The row of an operation as this user reads it; undefined where they may not. */
export async function readOperation(site: TestSite, operation: Answer | string, as: string) {
  const id = typeof operation === 'string' ? operation : operationIdOf(operation)
  return (await site.call('GET', `/api/entity/Operation Log/${id}`, { as })).json?.entity
}

/** A site whose operations are tested, with a member of the staff and a manager who are signed in to it. */
export async function openForOperations(open: () => Promise<TestSite>) {
  const site = await open()
  const [staff, manager] = [await site.signIn('staff@example.com'), await site.signIn('manager@example.com')]
  return { site, staff, manager }
}
