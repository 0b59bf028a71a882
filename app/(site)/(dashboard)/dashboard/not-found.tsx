export { NoSuchOrganization as default } from "@/components/organizations/no-such-organization";
