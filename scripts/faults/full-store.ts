import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { expectThat, type Fault, until } from './fault.ts'
import { Fleet, type Row } from './fleet.ts'
import { temporaryFolder } from './site-process.ts'

const patience = 120_000

/** A backup store on a disk that is too small, and on one that becomes full in the middle of a backup. */
export const fullStore: Fault = {
  name: 'full backup store',
  missing: () => (process.getuid?.() === 0 ? undefined : 'only root can mount a small file system'),
  async run() {
    const fleet = new Fleet(path.join(temporaryFolder(), 'hq'))
    const disk = temporaryFolder()
    const store = path.join(disk, 'backups')
    try {
      await fleet.start()
      // Megabytes that the store's disk lacks in any case.
      mount(disk, 'size=8m')
      await fleet.call('POST', '/api/entity/Backup%20Store', { store_name: 'small', type: 'Folder', folder: store })
      await fleet.call('PUT', '/api/entity/Backup%20Plan/Daily', { store: 'small' })
      const small = await takeOwn(fleet)
      expectThat(small.error?.startsWith('There is not enough disk space:'), `It said: ${small.error}`)
      expectThat(execFileSync('find', [disk, '-type', 'f']).length === 0, 'A byte was written all the same.')
      execFileSync('umount', ['--lazy', disk])
      // Room for all bytes, but not for all files.
      mount(disk, 'size=512m,nr_inodes=12')
      const full = await takeOwn(fleet)
      expectThat(full.status === 'Failed', `A backup on a full disk is ${full.status}.`)
      expectThat(full.error === 'The backup store is full.', `It said: ${full.error}`)
      execFileSync('mount', ['-o', 'remount,nr_inodes=0', disk])
      const whole = await takeOwn(fleet)
      expectThat(whole.status === 'Proven', `With room again a backup is ${whole.status}: ${whole.error}`)
      return 'refused before the first byte, failed by name in the middle, proven once there was room'
    } finally {
      await fleet.end()
      execFileSync('umount', ['--lazy', disk])
    }
  },
}

const mount = (disk: string, options: string) => execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', disk])

/** Has HQ back itself up; resolves once the backup is proven or has failed. */
async function takeOwn(fleet: Fleet): Promise<Row> {
  const { json } = await fleet.act('HQ%20Settings', 'HQ%20Settings', 'take_backup')
  const id = String(json.data.backup)
  const over = async () => {
    const backup = await fleet.read('Backup', id)
    return backup && ['Proven', 'Failed'].includes(String(backup.status)) && backup
  }
  return until('A backup does not end.', over, patience)
}
