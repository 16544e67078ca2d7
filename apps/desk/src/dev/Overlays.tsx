import { Button, ConfirmDialog, Dialog, ErrorDialog, Notices, notify, PopoverPanel, Select, TextField } from '@tavla/ui'
import { DateField } from '@tavla/ui/dates'
import { useState } from 'react'

export function Overlays() {
  const [open, setOpen] = useState('')
  const close = () => setOpen('')
  const options = [{ value: 'a', label: 'first' }]
  return (
    <section className="gallery-part">
      <h2>{'overlays'}</h2>
      <div className="gallery-row">
        {['dialog', 'confirm', 'danger', 'error'].map((name) => (
          <Button key={name} onClick={() => setOpen(name)}>
            {name}
          </Button>
        ))}
        <Button onClick={() => notify('Changes discarded', { action: { label: 'Undo', onAction: close } })}>
          {'notice'}
        </Button>
        <PopoverPanel label="panel" button={{ children: 'panel' }}>
          <Select label="in a panel" options={options} value={null} />
        </PopoverPanel>
      </div>
      {open === 'dialog' && (
        <Dialog
          title="New Task"
          onClose={close}
          onSubmit={close}
          footer={
            <Button type="submit" variant="primary">
              {'Create'}
            </Button>
          }
        >
          <div className="gallery-grid">
            <TextField label="subject" value="" />
            <Select label="select" options={options} value={null} />
            <DateField label="date" value={null} />
          </div>
        </Dialog>
      )}
      {open === 'confirm' && (
        <ConfirmDialog message="You have unsaved changes." reversal={null} onConfirm={close} onCancel={close} />
      )}
      {open === 'danger' && (
        <ConfirmDialog
          isDangerous
          message="Are you sure you want to delete TASK-0001?"
          reversal={{ trashDays: 30 }}
          onConfirm={close}
          onCancel={close}
        />
      )}
      {open === 'error' && <ErrorDialog title="In Use" message="Contact a1 cannot be deleted." onClose={close} />}
      <Notices />
    </section>
  )
}
