import { Field } from "@/app/_components/ui/field";
import { Select } from "@/app/_components/ui/select";

const IN_LINE = "relative [&>label]:sr-only [&_button]:w-auto [&_button]:font-[560]";

/** A choice that stands in a sentence and stores no single setting as it is. */
export function InLineChoice(props: {
  label: string;
  options: readonly { value: string; label: string; detail?: string }[];
  value: string | undefined;
  placeholder?: string;
  onChoose: (value: string) => void;
}) {
  const { label, options, value, placeholder, onChoose } = props;
  return (
    <Field label={label} inline className={IN_LINE}>
      <Select options={options} value={value} placeholder={placeholder} onValueChange={onChoose} />
    </Field>
  );
}
