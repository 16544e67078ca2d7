import { frontEndSegments } from '@tavla/contract'
import type { Build, WorkerScope } from './scope.ts'
import { startWorker } from './worker.ts'

// The bundler puts the files of the build here (worker-plugin.ts).
declare const tavlaBuild: Build

startWorker(self as unknown as WorkerScope, tavlaBuild, frontEndSegments.desk)
