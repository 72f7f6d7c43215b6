import '#ui/forms/form.css'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Search, WifiOff } from 'lucide-react'
import { useState } from 'react'
import { useGateState } from '#features/gate/store/gate-state.ts'
import { recordEntry, isBarredOnDevice, createWalkInPass } from '#features/gate/store/gate-store.ts'
import { promptForOfficeApproval } from '#features/gate/verdict/prompt-for-office-approval.tsx'
import { recordRecentEntry } from '#features/gate/verdict/recent-entries.ts'
import { playSignal } from '#features/gate/verdict/verdict-signals.ts'
import { ApiError, api } from '#lib/api/api.ts'
import { createRandomUuid } from '#lib/create-random-name.ts'
import { useDebouncedText } from '#lib/use-debounced-text.ts'
import { Button } from '#ui/controls/button.tsx'
import { Field } from '#ui/controls/field.tsx'
import { Input } from '#ui/controls/input.tsx'
import { FormFields } from '#ui/forms/form-fields.tsx'
import { SheetForm } from '#ui/forms/sheet-form.tsx'
import { useForm } from '#ui/forms/use-form.ts'
import { showMessage } from '#ui/overlays/dialogs.ts'
import { toast } from '#ui/overlays/toast.tsx'
import type { FieldErrors } from '@tahanan/contract/errors.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import type { GateUnit, WalkIn } from '@tahanan/contract/gate/answers.ts'
import { walkInForm } from '@tahanan/contract/gate/walk-in-form.ts'
import { createWalkInKeys, listUnits, refetchWalkIns } from './calls.ts'
import './walk-ins.css'

/**
 * Form with which the guard registers people who have no pass. Offline, the guard phones the unit instead
 * (rules 24.59).
 */
export default function WalkInForm({ onClose }: { onClose: () => void }) {
  const { online, listAt } = useGateState()
  const [walkInKeys] = useState(createWalkInKeys)
  const [formKey] = useState(createRandomUuid)
  const [unit, setUnit] = useState<GateUnit>()
  const [typedUnit, setTypedUnit] = useState('')
  const form = useForm({
    form: walkInForm,
    writer: 'admin',
    action: 'create',
    start: { people: '1' },
    getExtraErrors: (): FieldErrors =>
      unit || (!online && typedUnit.trim() && typedUnit.trim().length <= MAX_UNIT_LENGTH)
        ? {}
        : { tenantId: ['Please choose a unit.'] },
  })
  const { mutateAsync, isPending } = useMutation({
    mutationFn: async ({ officeYes, ...fields }: Details & { officeYes?: string }) => {
      if (online)
        return api.post<WalkIn>(
          '/walk-in',
          {
            key: walkInKeys.getKey({ tenantId: unit?.id, ...fields }),
            tenantId: unit?.id,
            officeYes,
            ...fields,
          },
          { quiet: true, watched: true },
        )
      const unitText = unit ? unit.unitNumber : typedUnit.trim()
      const [name, purpose, peopleCount] = [
        fields.name as string,
        fields.purpose as string,
        fields.people as number,
      ]
      const plateNumber = (fields.plate as string | null) ?? ''
      const walkIn = { name, purpose, plate: plateNumber, unit: unitText, tenantId: unit?.id }
      const callNote = `For ${unitText}, approved by phone`
      if (!officeYes && isBarredOnDevice(name, plateNumber)) {
        await recordEntry(null, 'refused', peopleCount, { verdict: 'askOffice', note: callNote, walkIn })
        throw new ApiError(409, 'Ask the office.', { code: 'askOffice' })
      }
      await recordRecentEntry(createWalkInPass(walkIn, peopleCount), 'in', peopleCount, {
        note: callNote,
        officeYes,
        walkIn,
      })
      return undefined
    },
    meta: { handles: 'all' },
  })
  const submit = async (officeYes?: string): Promise<void> => {
    const checkedFields = form.check()
    if (!checkedFields) return
    try {
      const registeredWalkIn = await mutateAsync({ ...checkedFields, officeYes })
      if (registeredWalkIn) await refetchWalkIns()
      else
        toast.success(`${checkedFields.name as string} is recorded. It is sent once there is a connection.`)
      onClose()
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      if (failure.status === 400) return form.showErrors(failure.errors)
      playSignal('attention')
      if (failure.code !== 'askOffice') return showMessage('error', 'Not asked', failure.message)
      // The next attempt gets a new key, because it is a separate entry in the gate log.
      walkInKeys.deleteKey({ tenantId: unit?.id, ...checkedFields })
      const name = await promptForOfficeApproval('Refuse', formKey)
      if (name) await submit(name)
    }
  }
  const mayRecord = online || listAt !== null
  return (
    <SheetForm
      id={form.id}
      title="Register a walk-in"
      place="box"
      submitLabel={online ? 'Ask the resident' : 'Let in'}
      dirty={form.dirty || typedUnit !== ''}
      busy={isPending}
      disabled={!mayRecord}
      onClose={onClose}
      onSubmit={() => submit()}
    >
      <div className="form">
        {!online && (
          <p className="callout wide" role="status">
            <WifiOff />
            <span>
              Walk-ins need a connection. Please call the unit.{' '}
              {mayRecord
                ? 'If they say yes, record the entry here; the log gets it later.'
                : 'Write who enters in the guardhouse’s book.'}
            </span>
          </p>
        )}
        <UnitPicker
          unit={unit}
          typedUnit={typedUnit}
          online={online}
          error={form.errors.tenantId}
          onType={(typedText) => {
            setTypedUnit(typedText)
            form.clearErrors('tenantId')
          }}
          onPick={(pickedUnit) => {
            setUnit(pickedUnit)
            form.clearErrors('tenantId')
          }}
        />
        <FormFields form={form} />
      </div>
    </SheetForm>
  )
}

const MAX_UNIT_LENGTH = 100

interface UnitPickerProps {
  unit: GateUnit | undefined
  /** Typed unit number. Used offline, because the device cannot search for units then. */
  typedUnit: string
  online: boolean
  error?: string
  onType: (typedText: string) => void
  onPick: (unit: GateUnit | undefined) => void
}

function UnitPicker({ unit, typedUnit: typed, online, error, onType, onPick }: UnitPickerProps) {
  const searchText = useDebouncedText(typed.trim())
  const { data, isFetching } = useQuery({
    queryKey: ['gate-units', searchText],
    queryFn: ({ signal }) => listUnits(searchText, signal),
    enabled: online && !unit && searchText !== '' && searchText.length <= MAX_UNIT_LENGTH,
  })
  if (unit)
    return (
      <div className="picked-unit row">
        <b>{unit.unitNumber}</b>
        <span className="spacer">{unit.name}</span>
        <Button kind="quiet" onClick={() => onPick(undefined)}>
          Change
        </Button>
      </div>
    )
  return (
    <div className="unit-picker">
      <Field
        label="Unit or name"
        required
        error={error}
        help={data?.length === 0 && !isFetching ? 'No unit found.' : undefined}
      >
        <Input
          icon={Search}
          autoComplete="off"
          spellCheck={false}
          limit={MAX_UNIT_LENGTH}
          value={typed}
          onChange={({ target }) => onType(target.value)}
        />
      </Field>
      {online && searchText !== '' && (
        <ul aria-label="Units">
          {data?.map((foundUnit) => (
            <li key={foundUnit.id}>
              <button type="button" onClick={() => onPick(foundUnit)}>
                <b>{foundUnit.unitNumber}</b> {foundUnit.name}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
