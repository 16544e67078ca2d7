import type {
  ImportCell,
  ImportColumnsAnswer,
  ImportOptions,
  ImportOutcome,
  ImportRowsAnswer,
  MendedRowAnswer,
} from '@tavla/contract'
import type { Client } from '../client.ts'
import { entityPath } from './entities.ts'

const rowsPath = '/api/app/import_rows'

/** Which lines of an import are read. */
export interface ImportRowsQuery {
  job: string
  outcome?: ImportOutcome
  limit_start?: number
  limit_page_length?: number
}

/** Calls on records from a file (reference: http-api, Import); all throw ApiError. */
export const importCalls = ({ api }: Pick<Client, 'api'>) => {
  const start = async (entity: string, body: object) =>
    (await api.post<{ data: { job: string } }>(`${entityPath(entity)}/import`, body)).data.job
  return {
    /** The columns as the first rows of the file show them. */
    columns: async (entity: string, file: string, options: ImportOptions) => {
      const body = { file, options, columns: 1 }
      return (await api.post<{ data: ImportColumnsAnswer }>(`${entityPath(entity)}/import`, body)).data
    },
    /** Starts the dry run; resolves to the id of its job. */
    plan: (entity: string, file: string, options: ImportOptions) => start(entity, { file, options, plan: 1 }),
    /** Starts what was planned; resolves to the id of its job. */
    start: (entity: string, plan: { plan_id: string; on_error: 'stop' | 'skip' }) => start(entity, plan),
    rows: (query: ImportRowsQuery, signal?: AbortSignal) => api.get<ImportRowsAnswer>(rowsPath, { ...query }, signal),
    /** Puts values in the place of cells of one line. */
    mend: (job: string, row: number, values: Readonly<Record<string, ImportCell>>) =>
      api.put<MendedRowAnswer>(rowsPath, { job, row, values }),
  }
}
