import { invalid, textOf } from '@tavla/contract'
import type { Action } from '../../../entity/index.ts'
import { requireLevel } from '../access/levels.ts'
import type { Clones, CloneWish } from '../clones/clones.ts'
import type { Refreshes } from '../clones/refreshes.ts'
import { readProject } from '../rows.ts'

/** The actions that make copies of projects (reference: http-api, Actions; hosting, Clone). */
export const cloneActions = (clones: Clones, refreshes: Refreshes): Action[] => [
  {
    entity: 'Project',
    name: 'clone_project',
    needs: 'read',
    effect: 'outside',
    async run(engine, ctx, { id }, data) {
      await requireLevel(engine, ctx, id, 'Design')
      return { project: await clones.begin(ctx, await readProject(engine, id), readWish(data)) }
    },
  },
  {
    entity: 'Project',
    name: 'refresh_clone',
    needs: 'read',
    effect: 'outside',
    async run(engine, ctx, { id }, { mask, keep_sign_in, keep_definitions }) {
      await requireLevel(engine, ctx, id, 'Manage')
      return refreshes.begin(ctx, id, {
        mask: !isOff(mask),
        keepSignIn: !isOff(keep_sign_in),
        keepDefinitions: keep_definitions === 1 || keep_definitions === '1' || keep_definitions === true,
      })
    },
  },
]

/** @throws Problem 417 without a name */
function readWish(data: Readonly<Record<string, unknown>>): CloneWish {
  const projectName = textOf(data.project_name).trim()
  if (projectName === '') throw invalid('{0} is required', [{ translate: 'Project Name' }])
  return {
    id: textOf(data.id).trim() || undefined,
    projectName,
    mask: !isOff(data.mask),
    keepSignIn: !isOff(data.keep_sign_in),
    backup: textOf(data.backup).trim() || undefined,
  }
}

/** Both are on unless they are turned off. */
const isOff = (value: unknown) => value === 0 || value === '0' || value === false
