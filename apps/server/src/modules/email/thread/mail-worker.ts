import { parentPort } from 'node:worker_threads'
import { Problem } from '@tavla/contract'
import { lowerPriority } from '../../../store/lower-priority.ts'
import { type Clean, clean } from '../html/clean.ts'
import type { IncomingMail } from '../receive/digest.ts'
import { readMail } from '../receive/read-mail.ts'
import type { MailAnswer, MailTask } from './mail-thread.ts'

// Runs in a worker thread, one mail at a time: what a stranger wrote is taken apart here.

// Somebody waits for an ordinary mail.
lowerPriority(5)

let pieces: Uint8Array[] = []

parentPort?.on('message', (task: MailTask) => {
  if (task.kind === 'piece') pieces.push(task.bytes)
  else void work(task)
})
answer({ kind: 'ready' })

async function work(task: Exclude<MailTask, { kind: 'piece' }>): Promise<void> {
  const raw = Buffer.concat(pieces)
  pieces = []
  try {
    const value = task.kind === 'clean' ? clean(task.html) : await readMail(raw, task.form)
    answer({ kind: 'done', value }, buffersOf(value))
  } catch (thrown) {
    if (thrown instanceof Problem) {
      const { status, type, title, detail } = thrown
      answer({ kind: 'refused', problem: { status, type, title, detail } })
    } else answer({ kind: 'failed', message: String(thrown) })
  }
}

/** What changes hands instead of being copied. */
function buffersOf(value: IncomingMail | Clean): ArrayBuffer[] {
  return 'attachments' in value ? value.attachments.map(({ content }) => content.buffer) : []
}

function answer(said: MailAnswer, transferred: ArrayBuffer[] = []): void {
  parentPort?.postMessage(said, transferred)
}
