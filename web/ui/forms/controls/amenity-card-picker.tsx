import './amenity-choice.css'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { amenitiesQuery } from '#lib/api/row-queries.ts'
import type { FieldControlProps } from '#ui/controls/field.tsx'
import { SkeletonBar } from '#ui/lists/skeletons.tsx'
import type { Amenity } from '@tahanan/contract/records/answers.ts'
import { Picture } from '../../picture.tsx'

interface AmenityCardPickerProps extends FieldControlProps {
  value: unknown
  disabled: boolean
  savedTitle?: string
  onChange: (id: number) => void
}

/** Uses native radio buttons, because these support the arrow keys. */
export function AmenityCardPicker({
  value,
  disabled,
  savedTitle,
  onChange,
  ...aria
}: AmenityCardPickerProps) {
  const id = useId()
  const { data, isPending, isError } = useQuery(amenitiesQuery)
  const isOld =
    typeof value === 'number' && data !== undefined && data.every((amenity) => amenity.id !== value)
  const selectableAmenities: readonly Pick<Amenity, 'id' | 'title' | 'description' | 'images'>[] = isOld
    ? [...data, { id: value, title: savedTitle || `Amenity ${value}`, description: '', images: [] }]
    : (data ?? [])
  return (
    <div className="amenities" role="radiogroup" {...aria} aria-busy={isPending}>
      {isPending && <SkeletonBar width="100%" height={76} />}
      {isError && <p className="help err">The amenities could not be loaded.</p>}
      {selectableAmenities.map(({ id: amenity, title, description, images: [image] }) => (
        <label key={amenity} className="ringed">
          <input
            type="radio"
            name={id}
            checked={value === amenity}
            disabled={disabled}
            aria-labelledby={`${id}-${amenity}`}
            aria-describedby={description ? `${id}-${amenity}-about` : undefined}
            onChange={() => onChange(amenity)}
          />
          {image ? <Picture file={image} alt="" sizes="96px" /> : <span className="none" />}
          <span>
            <b id={`${id}-${amenity}`}>{title}</b>
            {description && (
              <small className="clamp" id={`${id}-${amenity}-about`}>
                {description}
              </small>
            )}
          </span>
        </label>
      ))}
    </div>
  )
}
