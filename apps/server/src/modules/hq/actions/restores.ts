import type { Action } from '../../../entity/index.ts'
import { requireLevel } from '../access/levels.ts'
import { requireProductionReason } from '../access/production.ts'
import type { NewProjects } from '../restores/new-projects.ts'
import type { Restores } from '../restores/restores.ts'
import { readProject } from '../rows.ts'

/** The actions that bring data back (reference: http-api, Actions; hosting, Restoring). */
export function restoreActions(restores: Restores, newProjects: NewProjects): Action[] {
  return [
    {
      entity: 'Project',
      name: 'restore_project',
      needs: 'read',
      effect: 'outside',
      async run(engine, ctx, { id }, data) {
        await requireLevel(engine, ctx, id, 'Manage')
        requireProductionReason(ctx, await readProject(engine, id), data)
        const { backup, force } = data
        return restores.begin(ctx, id, { backup, force: force === 1 || force === true })
      },
    },
    {
      entity: 'Backup',
      name: 'restore_as_new',
      needs: 'read',
      role: 'System Manager',
      effect: 'outside',
      run: async (_engine, ctx, { id }, data) => ({ project: await newProjects.begin(ctx, id, data) }),
    },
  ]
}
