import { useQuery } from '@tanstack/react-query'
import { Ban, CircleCheckBig, Hourglass, type LucideIcon, X } from 'lucide-react'
import { useState } from 'react'
import { deleteRecord } from '#lib/api/delete-record.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { formatTime } from '#lib/time.ts'
import { FormSheet } from '#ui/forms/form-sheet.tsx'
import { getFormTitle } from '#ui/forms/get-form-title.ts'
import { ListSection } from '#ui/list-pages/list-section.tsx'
import type { TableColumn } from '#ui/lists/data-table.tsx'
import { confirm, showMessage } from '#ui/overlays/dialogs.ts'
import { toast } from '#ui/overlays/toast.tsx'
import { DateTimeText } from '#ui/values/date-time-text.tsx'
import { Tag, type TagColour } from '#ui/values/status-tag.tsx'
import { choice, text } from '@tahanan/contract/forms/fields.ts'
import type { Gate, GateDevice, GateDeviceCode } from '@tahanan/contract/gate/answers.ts'
import { DEVICE_CODE_MINUTES, formatCode } from '@tahanan/contract/gate/labels-and-codes.ts'
import { GATE_DEVICES_KEY, gateDevicesQuery, gatesQuery } from './calls.ts'

function getDeviceState({
  endedAt,
  enrolledAt,
  codeEndsAt,
}: GateDevice): [LucideIcon, TagColour, label: string] {
  if (endedAt !== null) return [Ban, 'neutral', 'Ended']
  if (enrolledAt !== null) return [CircleCheckBig, 'green', 'Enrolled']
  return codeEndsAt !== null && Date.parse(codeEndsAt) > Date.now()
    ? [Hourglass, 'gold', `Code good until ${formatTime(codeEndsAt)}`]
    : [X, 'red', 'Code expired']
}

function StateTag(device: GateDevice) {
  const [icon, colour, label] = getDeviceState(device)
  return (
    <Tag colour={colour} icon={icon}>
      {label}
    </Tag>
  )
}

const toColumns = (getGateName: (device: GateDevice) => string): readonly TableColumn<GateDevice>[] => [
  { label: 'Device', look: 'wide', renderCell: ({ name }) => name },
  { label: 'Gate', renderCell: getGateName },
  { label: 'State', renderCell: (device) => <StateTag {...device} /> },
  { label: 'Last Seen', look: 'c-num', renderCell: ({ seenAt }) => <DateTimeText value={seenAt} fold /> },
]

const toCard = (device: GateDevice, gate: string) => ({
  top: <StateTag {...device} />,
  heading: device.name,
  words: (
    <>
      <p>{gate}</p>
      {device.seenAt !== null && (
        <p className="num">
          Last seen <DateTimeText value={device.seenAt} />
        </p>
      )}
    </>
  ),
})

async function endDeviceEnrolment({ id, name, enrolledAt }: GateDevice): Promise<void> {
  const confirmationText = `${name}\nGuards on it are logged out at once. ${
    enrolledAt === null
      ? 'Its code opens nothing any more.'
      : 'What it recorded without a connection waits for a new enrolment.'
  }`
  if (
    !(await confirm({
      title: 'Do you want to end this device?',
      content: confirmationText,
      okText: 'End',
      danger: true,
    }))
  )
    return
  await deleteRecord(`/gate-device/${id}`)
  toast.success('Device ended.', name)
  await queryClient.invalidateQueries({ queryKey: GATE_DEVICES_KEY })
}

/** List of the guards' devices, with the codes that enrol them (rules 24.25 to 24.28). */
export function Devices() {
  const query = useQuery(gateDevicesQuery)
  const { data: gates } = useQuery(gatesQuery)
  const [isAdding, setAdding] = useState(false)
  const getGateName = ({ gateId }: GateDevice) =>
    gates?.data.find(({ id }) => id === gateId)?.name ?? 'Deleted gate'
  return (
    <ListSection
      title="Devices"
      hint={
        <>
          A guard&apos;s login on an enrolled device lasts 12 hours and opens only the gate page, which works
          without a connection too. End a device as soon as it is lost.
        </>
      }
      query={query}
      noun="device"
      purpose={
        gates?.total === 0
          ? 'Add a gate first, then the phone or tablet of its guards.'
          : 'Add the phone or tablet of the guards, and type its code there.'
      }
      columns={toColumns(getGateName)}
      card={(device) => toCard(device, getGateName(device))}
      getName={({ name }) => name}
      narrow
      actions={(device) => [
        {
          label: 'End',
          icon: Ban,
          danger: true,
          isUnavailable: device.endedAt !== null,
          onSelect: () => void endDeviceEnrolment(device),
        },
      ]}
      onAdd={gates && gates.total > 0 ? () => setAdding(true) : undefined}
    >
      {isAdding && gates && <AddDevice gates={gates.data} onClose={() => setAdding(false)} />}
    </ListSection>
  )
}

const createDeviceForm = (gates: readonly Gate[]) => ({
  fields: {
    name: text({ label: 'Name', max: 60, required: 'Please input a name!', hint: 'Such as Tablet 1.' }),
    gateId: choice(
      gates.map(({ id, name }) => ({ value: id, label: name })),
      { label: 'Gate', variant: 'select', initial: gates[0]?.id, required: 'Please choose a gate!' },
    ),
  },
})

function AddDevice({ gates, onClose }: { gates: readonly Gate[]; onClose: () => void }) {
  return (
    <FormSheet
      formDefinition={createDeviceForm(gates)}
      title={getFormTitle('ADD', 'device')}
      path="/gate-device"
      noun="Device"
      staleQueries={[GATE_DEVICES_KEY]}
      onClose={onClose}
      onSaved={(savedDevice) => void showEnrolmentCode(savedDevice as GateDeviceCode)}
    />
  )
}

const showEnrolmentCode = ({ code, endsAt }: GateDeviceCode): Promise<void> =>
  showMessage(
    'info',
    'Type this code on the device',
    <>
      <strong className="enrolment-code num">{formatCode(code)}</strong>
      {`Log in there as a guard, open Gate, and choose 'Enrol this device'. The code is good once, for ${DEVICE_CODE_MINUTES} minutes, until ${formatTime(endsAt)}. It is not shown again.`}
    </>,
  )
