import path from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { root } from '../children.ts'
import { isSlow } from '../quick-tests.ts'

/** Starts the files that a quick run leaves out first, so that none of them is left to run alone in the end. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isFirst = ({ moduleId }: TestSpecification) => isSlow(path.relative(root, moduleId))
    return [...sorted.filter(isFirst), ...sorted.filter((file) => !isFirst(file))]
  }
}
