import { DamagedNote, DiskNote } from '../project/DiskNotes.tsx'
import type { useDisks } from './useDisks.ts'
import './hq-notes.css'

type HqWarningsProps = NonNullable<ReturnType<typeof useDisks>>

/** The warnings themselves, and what to do. */
export default function HqWarnings({ disks, damaged_files: damaged }: HqWarningsProps) {
  return (
    <div className="hq-notes">
      {disks.map((disk) => (
        <DiskNote key={disk.name} disk={disk} name={disk.name} />
      ))}
      <DamagedNote files={damaged} />
    </div>
  )
}
