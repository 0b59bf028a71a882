export { NoSuchScreen as default } from "@/components/shell/no-such-screen";
