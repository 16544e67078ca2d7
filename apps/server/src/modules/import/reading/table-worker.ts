import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { lowerPriority } from '../../../store/lower-priority.ts'
import { noTable, type SheetRow, TableFault, type TableForm } from './table.ts'
import type { TableAnswer, TableTask } from './table-thread.ts'
import { openText } from './text-table.ts'
import { openWorkbook } from './workbook.ts'

// Runs in a worker thread and reads one file that somebody uploaded.

// Only a slightly lower priority, because a person waits for it.
lowerPriority(5)

const batchRows = 500
const batchText = 1_048_576

let goOn = () => {}
parentPort?.on('message', () => goOn())
void work(workerData as TableTask)

async function work({ path, options, bounds, most }: TableTask): Promise<void> {
  try {
    const { form, rows } = open(readFileSync(path), { path, options, bounds, most })
    answer({ kind: 'form', form })
    await send(rows, most)
    answer({ kind: 'end' })
  } catch (error) {
    // A document that is not well-formed is no workbook.
    const { detail } = error instanceof TableFault ? error : noTable()
    answer({ kind: 'fault', detail })
  }
  parentPort?.close()
}

function open(bytes: Buffer, { options, bounds }: TableTask) {
  const isZip = bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004', 'latin1'))
  const opened: { form: TableForm; rows: AsyncIterable<SheetRow> | Iterable<SheetRow> } = isZip
    ? openWorkbook(bytes, options, bounds)
    : openText(bytes, options, bounds)
  return opened
}

/** Sends the rows in batches, each when the one before was taken, so that no queue of them grows. */
async function send(rows: AsyncIterable<SheetRow> | Iterable<SheetRow>, most: number | undefined): Promise<void> {
  let [batch, length, count]: [SheetRow[], number, number] = [[], 0, 0]
  const flush = async () => {
    const taken = new Promise<void>((resolve) => {
      goOn = resolve
    })
    answer({ kind: 'rows', rows: batch })
    ;[batch, length] = [[], 0]
    await taken
  }
  for await (const row of rows) {
    batch.push(row)
    for (const cell of row.cells) length += typeof cell === 'string' ? cell.length : 8
    if (batch.length >= batchRows || length >= batchText) await flush()
    if (most !== undefined && ++count >= most) break
  }
  if (batch.length > 0) await flush()
}

function answer(message: TableAnswer): void {
  parentPort?.postMessage(message)
}
