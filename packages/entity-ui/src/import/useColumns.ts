import { importCalls } from '@tavla/client/imports'
import type { ImportOptions } from '@tavla/contract'
import { useEnvironment } from '../environment.ts'
import { useReading } from '../reading/useReading.ts'
import { useCount } from './useCount.ts'

/** The first rows of a file as they are read with these options; read again with each change. */
export function useColumns(entity: string, file: string, options: ImportOptions) {
  const { client } = useEnvironment()
  const turn = useCount(JSON.stringify(options))
  return useReading(`columns of ${file}`, () => importCalls(client).columns(entity, file, options), turn)
}
