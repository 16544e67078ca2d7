import { createInterface } from 'node:readline'
import { lockData } from '../ground/data-lock.ts'

// A separate process that tries to lock the folder of each line it reads, and prints the result. It holds the lock until
// the line `release`.
let release: (() => void) | undefined
process.stdout.write('ready\n')
for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'release') {
    release?.()
    release = undefined
    continue
  }
  try {
    release = lockData(line)
    process.stdout.write('taken\n')
  } catch (error) {
    process.stdout.write(`${(error as Error).message}\n`)
  }
}
