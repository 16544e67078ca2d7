import { isUntilSent } from '@tavla/client'
import { workplaceCalls } from '@tavla/client/workplace'
import type { RelatedEntry } from '@tavla/contract'
import { useEnvironment } from '../../environment.ts'
import { useReading } from '../../reading/useReading.ts'

const none: readonly RelatedEntry[] = []

/** The fields of other entities that point at a record, each with its number of records; none where nobody asks. */
export function useRelated(entity: string, id: string, isWanted: boolean) {
  const { client } = useEnvironment()
  const isAsked = isWanted && !isUntilSent(id)
  const read = async () => (isAsked ? (await workplaceCalls(client).related(entity, id)).related : none)
  const { value = none, reload } = useReading(`${entity}\n${id}\n${isAsked}`, read)
  return { related: value, reload }
}
