import path from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { root } from '../children.ts'
import { leftOutWhenQuick } from '../quick-tests.ts'

/** Starts the files that a quick run leaves out first, so that none of them is left to run alone in the end. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))]
  }
}

function isSlow({ moduleId }: TestSpecification): boolean {
  const file = path.relative(root, moduleId)
  return leftOutWhenQuick.some((glob) => path.matchesGlob(file, glob))
}
