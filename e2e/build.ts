import { buildStale } from '../scripts/front-ends.ts'

/** Builds the front ends that are stale before the first browser opens one. */
export default async function build(): Promise<void> {
  const code = await buildStale()
  if (code !== 0) throw new Error('A front end could not be built.')
}
