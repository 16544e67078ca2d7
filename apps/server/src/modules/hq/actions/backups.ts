import { invalid, textOf } from '@tavla/contract'
import { type Action, updateIn } from '../../../entity/index.ts'
import { requireLevel } from '../access/levels.ts'
import type { Backups } from '../backups/backups.ts'
import { testStore } from '../backups/store-notes.ts'
import { ownSubject, subjectOf } from '../backups/subject.ts'
import type { Hq } from '../hq.ts'
import { systemFor } from '../transitions.ts'

/** The actions of backups, their stores and their key (reference: http-api, Actions; hosting, Backups). */
export function backupActions(hq: Hq, backups: Backups): Action[] {
  return [
    {
      entity: 'Project',
      name: 'take_backup',
      needs: 'read',
      effect: 'outside',
      async run(engine, ctx, { id }, { note }) {
        await requireLevel(engine, ctx, id, 'Operate')
        const wish = { type: 'Manual', note: textOf(note) || undefined } as const
        return { backup: (await backups.take(ctx, await subjectOf(engine, id), wish)).id }
      },
    },
    {
      entity: 'Backup',
      name: 'prove',
      needs: 'read',
      effect: 'outside',
      async run(engine, ctx, { id, project }) {
        await requireLevel(engine, ctx, project, 'Operate')
        await backups.prove(ctx, id)
        return { status: 'Proving' }
      },
    },
    {
      entity: 'HQ Settings',
      name: 'take_backup',
      needs: 'write',
      role: 'System Manager',
      effect: 'outside',
      run: async (_engine, ctx) => ({ backup: (await backups.take(ctx, ownSubject, { type: 'Manual' })).id }),
    },
    {
      entity: 'Backup Store',
      name: 'test_store',
      needs: 'write',
      role: 'System Manager',
      effect: 'outside',
      async run(engine, ctx, { id }) {
        const { status, error } = await testStore(hq, id)
        return { status, error: error && (await engine.say(error, ctx.language)) }
      },
    },
    ...keyActions(hq),
  ]
}

function keyActions(hq: Hq): Action[] {
  const keyText = () => hq.backupKey.toString('hex')
  return [
    {
      entity: 'HQ Settings',
      name: 'reveal_recovery_key',
      needs: 'write',
      role: 'System Manager',
      reveals: 'Recovery Key',
      run: async () => ({ key: keyText() }),
    },
    {
      entity: 'HQ Settings',
      name: 'confirm_recovery_key',
      needs: 'write',
      role: 'System Manager',
      async run(engine, ctx, { id }, { last_four }) {
        if (textOf(last_four).trim().toLowerCase() !== keyText().slice(-4)) {
          throw invalid('These are not the last four characters.')
        }
        const values = { recovery_key_saved: 1 }
        await engine.store.write((tx) => updateIn(engine, systemFor(ctx), tx, 'HQ Settings', id, values))
        return values
      },
    },
  ]
}
