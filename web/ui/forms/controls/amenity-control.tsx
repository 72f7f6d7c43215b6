import { useQuery } from '@tanstack/react-query'
import { amenitiesQuery } from '#lib/api/row-queries.ts'
import type { FieldControlProps } from '#ui/controls/field.tsx'
import { NativeSelect } from '#ui/controls/input.tsx'

interface AmenityControlProps extends FieldControlProps {
  value: unknown
  disabled: boolean
  savedTitle?: string
  onChange: (id: number | undefined) => void
}

export function AmenityControl({ value, disabled, savedTitle, onChange, ...aria }: AmenityControlProps) {
  const { data, isPending, isError } = useQuery(amenitiesQuery)
  const selectedId = typeof value === 'number' ? String(value) : ''
  const isKnown = data?.some(({ id }) => String(id) === selectedId)
  const placeholderText = isError
    ? 'The amenities could not be loaded'
    : isPending
      ? 'Loading…'
      : 'Choose an amenity'
  return (
    <NativeSelect
      {...aria}
      value={selectedId}
      disabled={disabled}
      options={data?.map(({ id, title }) => ({ value: id, label: title }))}
      onChange={(event) => onChange(event.target.value === '' ? undefined : Number(event.target.value))}
    >
      <option value="">{placeholderText}</option>
      {selectedId !== '' && !isKnown && (
        <option value={selectedId}>{savedTitle ?? `Amenity ${selectedId}`}</option>
      )}
    </NativeSelect>
  )
}
