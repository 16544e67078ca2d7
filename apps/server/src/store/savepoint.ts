import { sql } from './sql.ts'

/** The statements of a part of a write that can be rolled back alone. */
export const savepoint = {
  begin: sql`savepoint part`,
  release: sql`release savepoint part`,
  rollBack: sql`rollback to savepoint part`,
} as const
