import { parentPort } from 'node:worker_threads'
import { Problem } from '@tavla/contract'
import { lowerPriority } from '../../../store/lower-priority.ts'
import { type CleanedHtml, clean } from '../html/clean.ts'
import type { IncomingMail } from '../receive/digest.ts'
import { readMail } from '../receive/read-mail.ts'
import type { MailAnswer, MailTask } from './mail-thread.ts'

// Runs in a worker thread and parses mails of strangers, one at a time.

// Only a slightly lower priority, because a user waits for an ordinary mail.
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

/** Buffers to transfer instead of copying. */
function buffersOf(value: IncomingMail | CleanedHtml): ArrayBuffer[] {
  return 'attachments' in value ? value.attachments.map(({ content }) => content.buffer) : []
}

function answer(message: MailAnswer, transferred: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transferred)
}
