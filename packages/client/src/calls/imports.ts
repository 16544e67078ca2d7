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
  /** 1: with what wrong cells nearly say. */
  nearest?: 1
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
    /** Puts values in the place of cells of one line; with `equal`, also in that of equal cells of other refused lines. */
    mend: (job: string, row: number, values: Readonly<Record<string, ImportCell>>, more: { equal?: 1 } = {}) =>
      api.put<MendedRowAnswer>(rowsPath, { job, row, values, ...more }),
  }
}
