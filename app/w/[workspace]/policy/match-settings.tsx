"use client";

import { useState } from "react";
import { Button } from "@/app/_components/ui/button";
import { CountSetting, DecimalSetting, ListSetting, useMoneyLabel, useSetting } from "./setting-fields";

/** The conditions by which a scope or a limit matches items, and by which it leaves some of them out. */
export const MatchSettings = ({ path }: { path: string }) => (
  <>
    <Conditions path={path} />
    <LeftOut path={`${path}.except`} />
  </>
);

function Conditions({ path }: { path: string }) {
  const money = useMoneyLabel();
  return (
    <>
      <ListSetting path={`${path}.tags`} label="Any of these tags" empty="any" />
      <ListSetting path={`${path}.all_tags`} label="All of these tags" empty="any" />
      <ListSetting path={`${path}.categories`} label="Any of these categories" empty="any" />
      <ListSetting path={`${path}.brands`} label="Any of these brands" empty="any" />
      <ListSetting path={`${path}.skus`} label="Any of these SKUs" empty="any" />
      <DecimalSetting path={`${path}.price_from`} label={money("Price from")} empty="any" />
      <DecimalSetting path={`${path}.price_to`} label={money("Price below")} empty="any" />
      <CountSetting path={`${path}.stock_from`} label="Stock from" empty="any" />
      <CountSetting path={`${path}.stock_to`} label="Stock below" empty="any" />
    </>
  );
}

function LeftOut({ path }: { path: string }) {
  const { value, set } = useSetting(path);
  // Its fields stay while the last condition is being typed anew.
  const [opened, setOpened] = useState(false);
  if (value === undefined && !opened)
    return (
      <Button size="sm" className="col-span-full justify-self-start" onClick={() => setOpened(true)}>
        Leave some of them out
      </Button>
    );
  return (
    <fieldset className="col-span-full">
      <legend className="mb-3 text-ink-soft">Leave out items with all of this:</legend>
      <div className="grid grid-cols-1 items-start gap-x-6 gap-y-4 @xl:grid-cols-2">
        <Conditions path={path} />
        <Button
          size="sm"
          variant="quiet"
          className="col-span-full justify-self-start"
          onClick={() => {
            setOpened(false);
            set(undefined);
          }}
        >
          Leave none out
        </Button>
      </div>
    </fieldset>
  );
}
