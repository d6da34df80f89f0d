"use client";

import { useState } from "react";
import { InLineChoice } from "./in-line-choice";
import type { JsonValue } from "./policy-text";
import {
  Closed,
  DecimalSetting,
  ListSetting,
  Sentence,
  SentenceFindings,
  useDraftCurrency,
  useSetting,
} from "./setting-fields";
import { TierSentence } from "./tier-sentence";

const INHERITED = { value: "inherited", label: "as for everything else" };
const SELLERS = [
  { value: "all", label: "of all sellers" },
  { value: "only", label: "only of" },
  { value: "except", label: "of all but" },
];
const LEAST = [
  { value: "none", label: "however low" },
  { value: "cost", label: "unless below the cost" },
  { value: "floor", label: "unless below the floor" },
  { value: "amount", label: "unless below" },
];
const LEAST_START = "1.00";
const DELIVERY = [
  { value: "without", label: "without delivery" },
  { value: "with", label: "with delivery" },
];

/** Which competitor prices count, as a sentence with its fields in place; all of it is optional. */
export function CompetitorSentence({ path, scope }: { path: string; scope: boolean }) {
  return (
    <div className="flex flex-col gap-2">
      <Sentence label="Which competitor prices count">
        <span>Competitor prices count</span>
        <Sellers path={`${path}.sellers`} inherit={scope} />
        <Least path={`${path}.ignore_below`} inherit={scope} />
      </Sentence>
      <Sentence label="Whether delivery counts">
        <span>Prices are compared</span>
        <Delivered path={`${path}.delivered`} inherit={scope} />
      </Sentence>
      <SentenceFindings paths={["sellers", "ignore_below", "delivered"].map((name) => `${path}.${name}`)} />
      <TierSentence path={`${path}.tiers`} scope={scope} />
    </div>
  );
}

/** In a scope "all" and "none" lift what the general rules say, which null stores. */
const lifted = (inherit: boolean): null | undefined => (inherit ? null : undefined);

/** What the choice stands on, where the document says nothing of its own. */
const unsaid = (value: JsonValue | undefined, inherit: boolean, nothing: string): string =>
  value === undefined && inherit ? INHERITED.value : nothing;

function Sellers({ path, inherit }: { path: string; inherit: boolean }) {
  const { value, set } = useSetting(path);
  const given = typeof value === "object" && value !== null && !Array.isArray(value) ? value : null;
  const list = given === null ? null : "except" in given ? "except" : "only";
  const names = list === null ? [] : (given?.[list] ?? []);
  const choice = (
    <InLineChoice
      label="Sellers that count"
      options={inherit ? [INHERITED, ...SELLERS] : SELLERS}
      value={list ?? unsaid(value, inherit, "all")}
      onChoose={(next) => {
        if (next === INHERITED.value) set(undefined);
        else set(next === "all" ? lifted(inherit) : { [next]: names });
      }}
    />
  );
  return (
    <>
      <Closed mark={list === null ? "," : ""}>{choice}</Closed>
      {list === null ? null : (
        <Closed mark=",">
          <span className="[&_input]:w-56!">
            <ListSetting path={`${path}.${list}`} label="Sellers" keepEmpty />
          </span>
        </Closed>
      )}
    </>
  );
}

/** Prices with delivery are compared with the own price and what the shop takes for delivery. */
function Delivered({ path, inherit }: { path: string; inherit: boolean }) {
  const { value, set } = useSetting(path);
  const currency = useDraftCurrency();
  const isWith = value !== undefined && value !== null;
  return (
    <>
      <Closed mark={isWith ? "," : "."}>
        <InLineChoice
          label="Delivery"
          options={inherit ? [INHERITED, ...DELIVERY] : DELIVERY}
          value={isWith ? "with" : unsaid(value, inherit, "without")}
          onChoose={(next) => {
            if (next === INHERITED.value) set(undefined);
            else set(next === "with" ? { own_shipping: "0.00" } : lifted(inherit));
          }}
        />
      </Closed>
      {isWith ? (
        <>
          <span>and ours costs shoppers</span>
          <DecimalSetting path={`${path}.own_shipping`} label="Own delivery" />
          <span>{`${currency}.`}</span>
        </>
      ) : null}
    </>
  );
}

function Least({ path, inherit }: { path: string; inherit: boolean }) {
  const { value, set } = useSetting(path);
  const currency = useDraftCurrency();
  const word = value === "cost" || value === "floor" ? value : null;
  // While an amount is typed over, the document has none.
  const [isTyped, setIsTyped] = useState(false);
  const isAmount = word === null && value !== null && (isTyped || value !== undefined);
  return (
    <>
      <Closed mark={isAmount ? "" : "."}>
        <InLineChoice
          label="Prices too low to count"
          options={inherit ? [INHERITED, ...LEAST] : LEAST}
          value={isAmount ? "amount" : (word ?? unsaid(value, inherit, "none"))}
          onChoose={(next) => {
            setIsTyped(next === "amount");
            if (next === INHERITED.value) set(undefined);
            else if (next === "none") set(lifted(inherit));
            else set(next === "amount" ? LEAST_START : next);
          }}
        />
      </Closed>
      {isAmount ? (
        <>
          <DecimalSetting path={path} label="Lowest price that counts" />
          <span>{`${currency}.`}</span>
        </>
      ) : null}
    </>
  );
}
